import type { Patient } from './ui/patient-field';

const KEPT = 8;

let opened: readonly Patient[] = [];

/** Whose records were opened in this tab, the last one first. They are in the memory of the page, for who opened them. */
export const recent = (): readonly Patient[] => opened;

export function noteOpened(patient: Patient): void {
  opened = [patient, ...opened.filter(({ id }) => id !== patient.id)].slice(0, KEPT);
}

/** It is there no more, or has become another one. */
export function noteGone(id: string): void {
  opened = opened.filter((patient) => patient.id !== id);
}

/** Somebody else uses the portal now, or nobody. */
export function forgetOpened(): void {
  opened = [];
}
