/** Words about jobs and about many machines at once, in both languages: a part of the reasons. */
import type { Wording } from './language.ts';

export const JOB_REASONS = {
  session_detach: {
    fr: 'une tâche n’a pas de session : elle survit à l’appel',
    en: 'a job has no session: it outlives the call',
  },
  session_look: {
    fr: 'ce qui ne peut que lire n’a pas de session',
    en: 'what may only read has no session',
  },
  detach_look: {
    fr: 'ce qui ne peut que lire ne se détache pas',
    en: 'what may only read cannot be detached',
  },
  jobs: { fr: 'tâches en cours', en: 'running jobs' },
  job_no_folder: {
    fr: 'aucun dossier où la tenir : ni celui du compte, ni /var/tmp, ni /tmp',
    en: 'there is no folder to keep it in: neither the account’s own, nor /var/tmp, nor /tmp',
  },
  job_not_begun: { fr: 'elle n’a pas démarré ({detail})', en: 'it did not begin ({detail})' },
  job_gone: { fr: 'il n’en reste rien sur la machine', en: 'nothing of it is left on the machine' },
  job_rebooted: { fr: 'la machine a redémarré', en: 'the machine was restarted' },
  job_dead: { fr: 'ce qui la surveillait a été arrêté', en: 'what supervised it was killed' },
  job_unreachable: {
    fr: 'la machine est restée injoignable trop longtemps',
    en: 'the machine could not be reached for too long',
  },
  timeout_of_job: { fr: '{max} au plus sans detach', en: 'at most {max} without detach' },
  too_many_machines: { fr: '{max} machines au plus, et non {given}', en: 'at most {max} machines, not {given}' },
  no_such_machines: { fr: 'aucune machine : {pattern}', en: 'no machine: {pattern}' },
  job_over: { fr: 'Terminée', en: 'Over' },
} as const satisfies Record<string, Wording>;
