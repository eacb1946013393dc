import type { InternalSchemaElement } from '@medplum/core';

export interface Issue {
  severity: 'error' | 'warning';
  /** FHIRPath of what is wrong */
  expression: string;
  text: string;
}

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with the type that the definitions give it; the element's definition, but for a whole resource. */
export interface Node {
  path: string;
  type: string;
  value: unknown;
  element?: InternalSchemaElement;
}

export type Rule = (node: Node) => Issue[];

export const error = ({ path }: { path: string }, text: string): Issue => ({
  severity: 'error',
  expression: path,
  text,
});

export const warning = ({ path }: { path: string }, text: string): Issue => ({
  severity: 'warning',
  expression: path,
  text,
});
