/** What a User-Agent header says to people: the program and the system, without the ancestry. */

const programs: [RegExp, string][] = [
  [/\bEdg\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* .*Safari/, 'Safari'],
  [/^curl\/(\d+)/, 'curl'],
];

const systems: [RegExp, string][] = [
  [/\biPhone|\biPad/, 'iOS'],
  [/\bAndroid/, 'Android'],
  [/\bMac OS X|\bMacintosh/, 'macOS'],
  [/\bWindows/, 'Windows'],
  [/\bCrOS/, 'ChromeOS'],
  [/\bLinux/, 'Linux'],
];

export function describeBrowser(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser';
  const program = programs
    .map(([form, name]) => ({ name, version: form.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined);
  const system = systems.find(([form]) => form.test(userAgent))?.[1];
  if (program === undefined) return userAgent.slice(0, 40);
  return `${program.name} ${program.version}${system === undefined ? '' : ` on ${system}`}`;
}
