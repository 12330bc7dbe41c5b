/** A project with a roadmap and a journal, for the pages that show them. */
import type { Call } from './furnish.ts';

export async function furnishProjects(call: Call): Promise<void> {
  const { id } = await call('POST', '/tda/projects', {
    name: 'Refonte du site',
    description: 'Nouveau socle, adresses conservées.',
  });
  await call('POST', `/tda/projects/${id}/roadmap`, { title: 'Migrer la base', content: 'Vers PostgreSQL 18.' });
  await call('POST', `/tda/projects/${id}/roadmap`, { title: 'Maquettes', status: 'done' });
  await call('POST', `/tda/projects/${id}/roadmap`, { title: 'Formulaire de contact', status: 'doing' });
  await call('POST', `/tda/projects/${id}/knowledge`, {
    title: 'Sauvegardes',
    content: 'Chaque nuit à **3 h**, gardées `30 jours`.',
    source: 'Exploitation',
    tags: ['base'],
  });
  await call('POST', `/tda/projects/${id}/ideas`, { title: 'Mode hors ligne', content: 'Pour les chantiers.' });
  await call('POST', '/tda/journal', { project_id: id, content: 'Maquettes montrées ce matin.', tags: ['design'] });
  await call('POST', '/tda/journal/git-commit', {
    project_id: id,
    message: 'feat: contact form',
    commit_ref: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    commit_date: '2026-02-03T10:11:12+01:00',
    repo: 'site',
  });
}
