// The properties of wrappers and of times without a date, which record_prop.cpp runs with its own. True if
// all hold.
#pragma once

bool wrapper_properties();
