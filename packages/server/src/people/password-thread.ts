/** A thread that computes Argon2id, one password after the other. */
import { argon2Sync } from 'node:crypto';
import { serveOrders } from '../process/serve-orders.ts';
import type { HashOrder } from './passwords.ts';

/** After answers, before drawings: somebody waits for it, and everybody else must not notice. */
const priority = 5;

serveOrders<HashOrder, Buffer>((order) => argon2Sync('argon2id', order), { priority });
