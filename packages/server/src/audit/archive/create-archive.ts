/** The archive that the configuration names; without one, a folder beside the database. */
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Archive } from './archive.ts';
import { createBucketArchive } from './bucket-archive.ts';
import { createFolderArchive } from './folder-archive.ts';

export interface ArchiveConfig {
  readonly dataDir: string;
  readonly auditArchive: string | null;
  readonly archiveEndpoint: string | null;
  readonly archiveRegion: string;
  readonly archiveKeyId: string | null;
  readonly archiveSecret: string | null;
}

export function createArchive(config: ArchiveConfig, clock: Clock): Archive {
  const { dataDir, auditArchive, archiveRegion: region } = config;
  if (auditArchive === null) return createFolderArchive(join(dataDir, 'audit-archive'), dataDir);
  if (!auditArchive.startsWith('s3://')) return createFolderArchive(auditArchive, dataDir);
  const bucket = {
    address: auditArchive,
    endpoint: config.archiveEndpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    keyId: config.archiveKeyId ?? '',
    secret: config.archiveSecret ?? '',
  };
  return createBucketArchive(bucket, dataDir, clock);
}
