/** Who does what in other languages: relative clauses, verbs at their end, and what somebody is as well. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawing, drawings, sceneOf } from './support/scenes.ts';

/** Whoever a relative clause tells of, in languages that have its verb at the end and in those that have not. */
const TOLD_OF: [prompt: string, tie: string][] = [
  ['ein Mann, der eine Geige spielt', '=person holding violin'],
  ['ein Mann, der Geige spielt', '=person holding violin'],
  ['eine Frau, die ein Buch liest, im Park', '=woman holding =book'],
  ['ein Mann, der auf einem Pferd reitet', '=person riding =horse'],
  ['ein Hund, der auf dem Sofa schläft', '=dog on couch-and-lamp'],
  ['een vrouw die een boek leest', '=woman holding =book'],
  ['un homme qui joue du violon', '=person holding violin'],
  ['un hombre que toca el violín', '=person holding violin'],
  ['un uomo che suona il violino', '=person holding violin'],
  ['um homem que toca violão', '=person holding =guitar'],
  ['a man playing on a guitar', '=person holding =guitar'],
  ['a girl plays on the piano', 'girl behind grand-piano'],
  ['a dog playing on a swing', '=dog on swing-set'],
  ['mężczyzna gra na gitarze', '=person holding =guitar'],
  ['девушка играет на скрипке', 'girl holding violin'],
  ['кот играет на пианино', '=cat behind grand-piano'],
  ['чоловік грає на гітарі', '=person holding =guitar'],
  ['eine Frau spielt auf der Gitarre', '=woman holding =guitar'],
  ['een man speelt op de gitaar', '=person holding =guitar'],
];
for (const [prompt, tie] of TOLD_OF)
  test(`"${prompt}": ${tie}`, () => {
    const { subjects, notes } = sceneOf(prompt);
    const { kind, to } = subjects[0]!.relation!;
    assert.equal(`${drawing(subjects[0]!)} ${kind} ${drawing(subjects[to]!)}`, tie);
    assert.deepEqual([subjects.length, notes], [2, []]);
  });

test('after a comma a German sentence with a subject of its own stays one', () => {
  const { subjects, notes } = sceneOf('ein Hund, die Katze schläft');
  assert.deepEqual(
    subjects.map(({ name, verb }) => [name, verb]),
    [
      ['dog', null],
      ['cat', 'sleep'],
    ],
  );
  assert.deepEqual(notes, []);
});

test('who is named second in a Romance language is what the first is as well, and is told', () => {
  for (const [prompt, drawn, told] of [
    ['un perro astronauta', '=dog', 'astronaut'],
    ['un chat pirate', '=cat', 'pirate'],
    ['un gatto astronauta', '=cat', 'astronaut'],
  ] as const) {
    assert.deepEqual(drawings(prompt), [drawn], prompt);
    assert.deepEqual(sceneOf(prompt).notes, [`The picture does not show "${told}".`]);
  }
});
