-- Programs from 0115 on may run beside it.
-- What is done by a command on the service's own machine is noted, too: no person of the service does it, and in place of their
-- address stands the user of the machine.
alter table operator_actions alter column person_id drop not null;
comment on table operator_actions is
  'Every change that an operator made, through the account interface or by a command. Nothing is ever taken out.';
