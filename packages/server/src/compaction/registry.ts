// Every filter and shape, in the order they are asked; adding one is one import and one line here.
import type { Filter, Shape } from './filter.ts';

export const FILTERS: readonly Filter[] = [];

export const SHAPES: readonly Shape[] = [];
