// The one place that names Catch2's header, so that moving from v2 to v3 is a change of one line.
#pragma once
#include <catch2/catch.hpp>
