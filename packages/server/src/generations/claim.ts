/** What names a worker's hold on a generation. */
export interface Claim {
  id: string;
  /** Grows with each (the column `attempt`). What is written of a generation's state names its own, so that a late one changes nothing. */
  claim_number: number;
}
