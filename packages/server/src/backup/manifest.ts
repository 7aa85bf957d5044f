/** What a backup says of itself: made when and by which version, how far its schema is, what it holds. */

/** Of the file, not of the program: raised when an older program could not read it any more. */
export const backupFormat = 1;

export const manifestName = 'afterimage-backup.json';
/** Written last: a backup without it was cut off. */
export const endName = 'afterimage-backup-end.json';
export const keyName = 'secret.key';

export interface BackedUpTable {
  name: string;
  columns: string[];
}

export interface Manifest {
  format: number;
  /** Of Afterimage. */
  version: string;
  made_at: string;
  /** All that were applied, oldest first. */
  migrations: string[];
  /** Each after those that it refers to. */
  tables: BackedUpTable[];
  sequences: { name: string; value: string }[];
}

export interface BackupEnd {
  rows: Record<string, number>;
  media: number;
  media_bytes: number;
}

/** Pieces of a table, numbered from 1: a tar must know how long each is before it is written. */
export const pieceName = (table: string, number: number): string =>
  `database/${table}/${String(number).padStart(6, '0')}.gz`;
export const mediaPrefix = 'media/';
