/** Refusals of a form, in the words of the form. */
import { expect, it } from 'vitest';
import { fields as en } from '../i18n/en/fields.ts';
import { fields as fr } from '../i18n/fr/fields.ts';
import { fieldProblems } from './field-words.ts';

const said = (field: string, problem: string, words = en) =>
  fieldProblems({ fields: [{ field, problem }] }, words, ': ');

it('calls fields what the form calls them, wherever they are', () => {
  expect(said('connection.jump.host', 'too long')).toEqual(['Host: too long']);
  expect(said('containers.2', 'too long')).toEqual(['Allowed containers: too long']);
  expect(said('default_cwd', 'chemin absolu', fr)).toEqual(['Répertoire par défaut: chemin absolu']);
});

it('puts the fields that a reason names into words, too', () => {
  expect(said('connection', 'give one of key_secret, password_secret and agent')).toEqual([
    'Connection: give one of “Private key”, “Password” and agent',
  ]);
});

it('leaves alone what it has no word for', () => {
  expect(said('', 'wrong')).toEqual(['wrong']);
  expect(said('something_new', 'not an other_thing')).toEqual(['something_new: not an other_thing']);
});
