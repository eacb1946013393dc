import { sha256 } from '../rules/sha256';

/** What of a row of the trail its event is named by. */
export interface Place {
  seq: number;
  at: number;
  request_id: string | null;
}

export const EVENT_ID = /^evt_(\d{1,15})_([0-9a-f]{16})$/;

/** Before the first row of any trail. */
export const START = `evt_0_${'0'.repeat(16)}`;

/**
 * The number of the row, and which row that is: Time Travel gives numbers out again. Hashed, as clients choose the ids of their
 * requests, by anything that they know.
 */
export async function eventId({ seq, at, request_id }: Place): Promise<string> {
  return `evt_${seq}_${(await sha256(`${at} ${request_id ?? ''}`)).slice(0, 16)}`;
}

/** @returns the number of the row; undefined where the text is no id of an event */
export function seqOfEvent(id: string): number | undefined {
  const seq = EVENT_ID.exec(id)?.[1];
  return seq === undefined ? undefined : Number(seq);
}
