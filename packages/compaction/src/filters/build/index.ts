// The filters for compilers, build tools and package managers.
import type { Filter } from '../../filter.ts';
import { bundlers } from './bundlers.ts';
import { cargo } from './cargo.ts';
import { cmake } from './cmake.ts';
import { dotnet } from './dotnet.ts';
import { gradle } from './gradle.ts';
import { make } from './make.ts';
import { maven } from './maven.ts';
import { artisan, bundle, composer } from './package-managers.ts';
import { sbt } from './sbt.ts';

export const BUILD_FILTERS: readonly Filter[] = [
  cargo,
  make,
  cmake,
  maven,
  gradle,
  sbt,
  dotnet,
  bundlers,
  composer,
  bundle,
  artisan,
];
