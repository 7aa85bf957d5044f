/** What our statements rely on, whatever the server, its database, or `PGOPTIONS` in the environment say. */
export const sessionOptions = String.raw`-c datestyle=ISO,MDY -c default_transaction_isolation=read\ committed`;
