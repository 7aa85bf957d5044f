/** From `npm start` to the first 200 of /readyz: with an empty data folder, and again with what that start left. */
import type { Figure, Rounds } from './figure.ts';
import { makeDataFolder, startService } from './processes.ts';

export async function measureStart(rounds: Rounds): Promise<Figure[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < rounds.count; round += 1) {
    const folder = makeDataFolder();
    for (const seconds of [cold, warm]) {
      const service = await startService({ dataFolder: folder.path, through: 'npm start' });
      seconds.push(service.readyMilliseconds / 1000);
      await service.stop();
    }
    await folder.remove();
  }
  return [
    { what: 'Ready after `npm start`, cold', unit: 's', target: { atMost: 5 }, rounds: cold },
    { what: 'Ready after `npm start`, warm', unit: 's', target: { atMost: 1.5 }, rounds: warm },
  ];
}
