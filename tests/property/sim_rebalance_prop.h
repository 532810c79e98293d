// The properties of simulated rebalances, which sim_prop.cpp runs with its own. True if all hold.
#pragma once

bool rebalance_properties();
