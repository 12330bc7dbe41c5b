import { describe, expect, it } from 'vitest';
import { ERROR_CODES, ERRORS } from './errors.ts';
import { argumentsInvalid, errorMessage, Refusal } from './refusal.ts';

describe('the error catalogue', () => {
  it('keeps the messages that the seed fixes to the letter', () => {
    expect(errorMessage('plan_required')).toBe('Pilotage IA Synapse réservé au plan Pro');
    expect(errorMessage('secret_missing', { name: 'DB_PASSWORD' })).toBe(
      'Secret manquant pour le placeholder {{DB_PASSWORD}}',
    );
    expect(errorMessage('machine_not_found')).toBe('Machine introuvable');
    expect(errorMessage('container_forbidden')).toBe('Conteneur non autorisé');
    expect(errorMessage('exec_rate_limited')).toBe('Synapse rate limit exceeded');
    expect(errorMessage('quota_exceeded')).toBe('Quota journalier IA atteint');
  });

  it('gives every code a status, a message in both languages and an explanation', () => {
    for (const code of ERROR_CODES) {
      const { status, fr, en, explain } = ERRORS[code];
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(status, code).toBeLessThan(600);
      expect(fr.length, code).toBeGreaterThan(5);
      expect(en.length, code).toBeGreaterThan(5);
      const details = (text: string) => (text.match(/\{[a-z_]+\}/g) ?? []).sort();
      expect(details(en), code).toEqual(details(fr));
      expect(en, code).not.toMatch(/[àâçéèêëîïôûùœ«»]/i);
      expect(explain.length, code).toBeGreaterThan(5);
    }
  });

  it('never fills a message from the prototype', () => {
    expect(errorMessage('scope_missing', {})).toBe('Portée manquante : {scope}');
    expect(new Refusal('scope_missing', { scope: 'mcp:write' }).message).toBe('Portée manquante : mcp:write');
  });

  it('names each wrong field', () => {
    const refusal = argumentsInvalid([
      { field: 'slug', problem: { fr: 'requis', en: 'required' } },
      { field: 'kind', problem: { fr: 'valeur inconnue', en: 'unknown value' } },
    ]);
    expect(refusal.status).toBe(422);
    expect(refusal.message).toBe('Arguments invalides : slug : requis ; kind : valeur inconnue');
    expect(refusal.in('en')).toBe('Invalid arguments: slug: required; kind: unknown value');
    expect(refusal.fieldsIn('en')[0]).toEqual({ field: 'slug', problem: 'required' });
  });
});
