/** The options that say how long things are kept, and where the audit log goes afterwards. */
import { BadValue, option, text, url, wholeNumber } from './parse-option.ts';

/** A folder, or `s3://bucket/prefix`. */
const archive = (value: string): string => {
  if (!value.startsWith('s3:')) return value;
  if (!/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/.test(value)) {
    throw new BadValue('a folder, or s3://bucket/prefix');
  }
  return value.replace(/\/$/, '');
};

export const RETENTION_OPTIONS = {
  auditDays: option(
    'SYNAPSE_AUDIT_DAYS',
    null,
    '1 to 36500',
    'How long entries of the audit log stay in the database, and up to a tenth longer. Older ones go to the archive. Unset: for ever.',
    wholeNumber(1, 36_500),
  ),
  auditArchive: option(
    'SYNAPSE_AUDIT_ARCHIVE',
    null,
    'a folder or `s3://bucket/prefix`',
    'Where they go. Unset: `audit-archive` in the data directory.',
    archive,
  ),
  archiveEndpoint: option(
    'AWS_ENDPOINT_URL_S3',
    null,
    '`https://…`',
    'The S3-compatible service that has the bucket. Unset: that of Amazon in the region.',
    url('https:', 'http:'),
  ),
  archiveRegion: option('AWS_REGION', 'us-east-1', 'a region', 'The region of the bucket.', text),
  archiveKeyId: option('AWS_ACCESS_KEY_ID', null, 'a key id', 'The access key for the bucket.', text),
  archiveSecret: option('AWS_SECRET_ACCESS_KEY', null, 'a secret', 'The secret that belongs to it.', text, {
    secret: true,
  }),
} as const;
