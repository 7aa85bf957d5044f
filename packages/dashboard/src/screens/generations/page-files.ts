/** Parts of the gallery in files of their own: over it, or in its place. */
import { pageFile } from '../../data/page-file.ts';

export const DetailSheet = pageFile(async () => (await import('../generation/detail-sheet.tsx')).DetailSheet);
export const SelectionBar = pageFile(async () => (await import('./selection-bar.tsx')).SelectionBar);
export const NoneFits = pageFile(async () => (await import('./none-fits.tsx')).NoneFits);
export const NoGenerations = pageFile(async () => (await import('./no-generations.tsx')).NoGenerations);
export const CancelDialog = pageFile(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
