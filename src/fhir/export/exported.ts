import { SERVED } from '../served';
import type { ReadExport } from '../served-type';

export const EXPORTED = SERVED.filter((served) => served.export).map(({ type }) => type);

export const exported = (type: string | undefined): ReadExport | undefined =>
  SERVED.find((served) => served.type === type)?.export;
