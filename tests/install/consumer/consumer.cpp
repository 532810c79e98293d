// Uses an installed part of the library: says an error as the library words it.
#include <iostream>

#include "libcore/base/result.h"

int main() {
  std::cout << lanewise::describe(
                   {.code = lanewise::ErrorCode::bad_input, .what = "no key", .place = {"a.log", 3}})
            << '\n';
}
