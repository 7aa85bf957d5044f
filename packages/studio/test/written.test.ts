/** What a prompt wants to be read in its picture is written there, as it was spelt, and is no subject. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOf } from './support/scenes.ts';

const WRITTEN: [prompt: string, text: string][] = [
  ['a shop sign that says "OPEN"', 'OPEN'],
  ['a neon sign with the word HELLO', 'HELLO'],
  ['a neon sign that says pizza', 'pizza'],
  ['a sign that says open on a door', 'open'],
  ['two signposts which say home', 'home'],
  ['a banner spelling peace', 'peace'],
  ['a wooden sign reading KEEP OUT in a forest', 'KEEP OUT'],
  ['a cat holding a sign that says “Hello World!”', 'Hello World!'],
  ['a banner with the text: "Happy Birthday"', 'Happy Birthday'],
  ['a t-shirt that says I LOVE NY', 'I LOVE NY'],
  ['a man reading ‘War and Peace’ on a bench', 'War and Peace'],
  ['ein Schild mit der Aufschrift „OFFEN“', 'OFFEN'],
  ['un panneau avec le mot « OUVERT »', 'OUVERT'],
  ['un cartel que dice "ABIERTO"', 'ABIERTO'],
  ['un cartello con la scritta "APERTO"', 'APERTO'],
];
for (const [prompt, text] of WRITTEN)
  test(`${prompt}: ${text} is written`, () => {
    const { title, notes, subjects } = sceneOf(prompt);
    assert.equal(title, text);
    const told = [...notes, ...subjects.map(({ name }) => name)].join(' ').toLowerCase();
    for (const word of text.toLowerCase().split(' ')) assert.ok(!told.split(/[^\p{L}]+/u).includes(word), told);
  });

test('what is written is drawn of nothing: a sign that says PIZZA has none, and who holds it is there', () => {
  const { subjects, title } = sceneOf('a cat holding a sign that says "PIZZA"');
  assert.deepEqual([subjects.map(({ own }) => own), title], [['cat'], 'PIZZA']);
});

test('in quotation marks by themselves words are drawn, and so is what is read, and all of a prompt in capitals', () => {
  for (const prompt of [
    'a "cozy" room with a cat',
    '"a cat on a beach"',
    'a robot that reads a newspaper',
    'A DOG READING A BOOK',
    "the cat's bowl and the dogs' bone",
    'a man saying goodbye to a dog',
  ])
    assert.equal(sceneOf(prompt).title, null, prompt);
});

test('writing in letters that the alphabet has not is told', () => {
  const { title, notes } = sceneOf('a cat with a sign that says "ありがとう"');
  assert.equal(title, null);
  assert.ok(notes.includes('The picture does not show "ありがとう".'), notes.join(' '));
});
