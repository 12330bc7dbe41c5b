// vite, next, webpack, rollup, esbuild: removes the padding of sizes, and lines that only say that work goes on.
import { declareFilter } from '../../declare-filter.ts';

export const bundlers = declareFilter({
  name: 'bundlers',
  matches: ({ program }) =>
    /^(?:vite|next|webpack|rollup|esbuild|parcel|turbo|astro|nuxt|nuxi|rspack|tsup|swc|ng)$/.test(program),
  drop: [
    /^(?:transforming|rendering chunks|computing gzip size)(?: \(\d+\))?\.{3}/,
    /^\s*(?:Creating an optimized production build|Collecting page data|Generating static pages(?: \(\d+\/\d+\))?|Finalizing page optimization|Collecting build traces|Linting and checking validity of types)\s*(?:\.{3})?$/,
    /^\s*Attention: Next\.js now collects|^\s*This information is used to shape|^\s*You can learn more, including how to opt-out|^\s*https:\/\/nextjs\.org\/telemetry/,
    // which files webpack tried before it gave up
    /^\s+(?:using description file: |Field '.*' doesn't contain a valid alias|no extension$|\.\w{2,4}$|\/\S+ doesn't exist(?: or is not a directory)?$|as directory$|aliased from |Parsed request is a |resolve as module$|looking for modules in |single file module$|existing directory \S|Failed to alias from |No description file found)/,
    /^resolve '[^']+' in '/,
    /^<s> \[webpack\.Progress\]/,
  ],
  replace: [[/(\S) {2,}(?=\S)/g, '$1 ']],
});
