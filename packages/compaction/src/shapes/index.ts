// The shapes: outputs recognised by their look instead of a command's name, in the order they are tried.
import type { Shape } from '../filter.ts';
import { tapShape } from '../filters/tests/tap.ts';
import { csvShape } from './csv.ts';
import { goroutinesShape } from './goroutines.ts';
import { hexDumpShape } from './hex-dump.ts';
import { htmlShape } from './html.ts';
import { httpShape } from './http.ts';
import { jsonOnOneLine, jsonSequenceShape, jsonShape } from './json.ts';
import { listingShape } from './listing.ts';
import { lockFileShape } from './lock-file.ts';
import { logDaysShape, logShape } from './log.ts';
import { longLinesShape } from './long-lines.ts';
import { paddingShape } from './padding.ts';
import { recordsShape } from './records/records.ts';
import { rowsShape } from './rows.ts';
import { seriesShape } from './series/series.ts';
import { stackTraceShape } from './stack-trace.ts';
import { tableShape } from './table.ts';
import { xmlShape } from './xml.ts';

export const SHAPES: readonly Shape[] = [
  httpShape,
  lockFileShape,
  jsonShape,
  logShape,
  jsonSequenceShape,
  htmlShape,
  tapShape,
  goroutinesShape,
  stackTraceShape,
  tableShape,
  hexDumpShape,
  longLinesShape,
  csvShape,
];

/** Tried last: they ask nothing of a text but that it repeats, so any output may have them. The shortest result is taken. */
export const LAST_SHAPES: readonly Shape[] = [
  recordsShape,
  seriesShape,
  rowsShape,
  xmlShape,
  paddingShape,
  logDaysShape,
];

/** What a file says in every line may be said once; everything else of it can be quoted. */
export const FILE_SHAPES: readonly Shape[] = [logDaysShape];

/** Tried as well where nothing may be left out, since they keep everything. */
export const WHOLE_SHAPES: readonly Shape[] = [jsonOnOneLine, listingShape];
