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

/** What is done, in languages whose words for it were names of drawings or unknown, and in Chinese and Japanese, which name places and things first. */
const DONE: [prompt: string, ties: string[]][] = [
  ['一个男孩在雨中骑自行车', ['boy riding =bicycle', '=bicycle']],
  ['女の人が自転車に乗っている', ['=woman riding =bicycle', '=bicycle']],
  ['老人在钓鱼', ['old-man holding fishing-pole', 'fishing-pole']],
  ['男人在打篮球', ['=person holding basketball', 'basketball']],
  ['一个女人在做瑜伽', ['woman-in-lotus-position']],
  ['ヨガをする女性', ['woman-in-lotus-position rest']],
  ['サーフィンをする男', ['man-surfing']],
  ['男の人が走っている', ['=person run']],
  ['桜の木の下で本を読む女の子', ['girl under =tree', '=book held-by girl', '=tree']],
  ['木の下で新聞を読む男', ['=person under =tree', 'newspaper held-by =person', '=tree']],
  ['une femme qui nage', ['woman-swimming swim']],
  ['ein Mann klettert', ['man-climbing']],
  ['um velho tocando sanfona na rua', ['old-man holding accordion', 'accordion']],
  ['eine Alte sitzt auf einer Bank', ['old-woman rest on bench', 'bench']],
  [
    'deux enfants jouent aux échecs',
    ['boy beside chess-board', 'girl beside chess-board', 'chess-board on wooden-table', 'wooden-table'],
  ],
  ['una mujer vendiendo flores', ['=woman holding =daisy', '=daisy']],
  ['два кота спят на диване', ['curled-cat sleep on couch-and-lamp', 'couch-and-lamp']],
  ['un vieux qui lit', ['old-man']],
  ['un vieux château', ['=castle']],
  ['kobieta biega w parku', ['woman-running']],
  ['un enfant construit un château de sable', ['boy beside sandcastle', 'sandcastle']],
  ['un tren cruzando un puente', ['=train on =bridge', '=bridge']],
  ['eine Katze schläft zwischen zwei Hunden', ['curled-cat sleep beside =dog', '=dog']],
  ['a dog that sleeps', ['=dog sleep']],
  ['a fox in the snow, running', ['=fox run']],
];
for (const [prompt, ties] of DONE)
  test(`"${prompt}": ${ties.join(', ')}`, () => {
    const { subjects, notes } = sceneOf(prompt);
    const told = subjects.map((one) => {
      const { verb, relation } = one;
      return [
        drawing(one),
        ...(verb === null ? [] : [verb]),
        ...(relation === null ? [] : [relation.kind, drawing(subjects[relation.to]!)]),
      ].join(' ');
    });
    assert.deepEqual(told, ties);
    assert.deepEqual(notes, []);
  });
