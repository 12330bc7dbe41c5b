import { tamperingIsFound } from './tampering-suite.ts';

tamperingIsFound('postgres');
