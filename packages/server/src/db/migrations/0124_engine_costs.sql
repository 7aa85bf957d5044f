-- The most that an engine has said a generation of a model cost there: what the next one is reserved for against a cap.
-- Programs from 0115 on may run beside it.
create table engine_costs (engine text not null, family text not null, model text not null,
  dearest_usd numeric(12,6) not null, primary key (engine, family, model));
