"""The trainer of parley: reads rows, writes adapters. It never re-implements a rule, a utility or a metric of parley."""
