/** Grid or table: this browser's choice. */
import { stored } from '../../data/browser-choices.ts';

export type View = 'grid' | 'table';

const isView = (text: string): text is View => text === 'grid' || text === 'table';

export const viewChoice = stored<View>('view', { isValid: isView, initial: 'grid' });
