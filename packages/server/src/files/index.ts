/** What other modules may use of files: orders about them, and what is done on the machine. */
export { asRoot } from './as-root.ts';
export { copyFiles } from './copy-files.ts';
export * from './file-order.ts';
export { packScript, unpackScript } from './folder-scripts.ts';
export { placeOf, workAt, workWhereJudged } from './judged-place.ts';
export { folderOf, listScript } from './list-script.ts';
export { bounded, type FilePreview, previewEdit, previewUnread, previewWrite } from './preview-file.ts';
export { readFile, tooLarge } from './read-file.ts';
export { aboutOf, readScript } from './read-script.ts';
export { ReportReader, type RunScript, refusalOf, type ScriptOptions } from './run-script.ts';
export { searchFiles } from './search-files.ts';
export { changed, editFile, expectedOf, writeFile } from './write-file.ts';
export { type Piece, writeScript } from './write-script.ts';
