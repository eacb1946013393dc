import type { ExportFile, ExportStep } from '../../db/schema/export-job';
import type { FhirType } from '../../fhir-types';
import { SERVED } from '../served';
import type { ReadExport } from '../served-type';

export const EXPORTED = SERVED.filter((served) => served.export).map(({ type }) => type);
const DELETABLE = SERVED.filter((served) => served.exportDeleted).map(({ type }) => type);

export const isExported = (type: string): type is FhirType => EXPORTED.some((known) => known === type);

/** Of what was deleted among resources of these types. */
export const deletedSteps = (types: readonly string[]): ExportStep[] =>
  DELETABLE.filter((type) => types.includes(type)).map((type): ExportStep => `deleted ${type}`);

export const readerOf = (step: ExportStep): ReadExport | undefined =>
  SERVED.find(({ type }) => type === step)?.export ??
  SERVED.find(({ type }) => `deleted ${type}` === step)?.exportDeleted;

/** What the files of a step have. */
export const fileTypeOf = (step: ExportStep): ExportFile['type'] =>
  step === 'OperationOutcome' ? step : (EXPORTED.find((type) => type === step) ?? 'Bundle');
