-- What an engine takes follows length and size: beside the most that it took for a generation of a model, the most for as much of
-- it (USD for each of its size), and the largest that was ever made there. Sizes are pixels, times seconds.
-- Programs from 0116 on may run beside it.
-- They know dearest_usd alone, which counts as it did, and write no size, which then nothing is learned from.
alter table generation_attempts add size bigint;
alter table engine_costs add dearest_ratio numeric, add dearest_size bigint;
