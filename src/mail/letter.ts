/** One mail, as `send()` of the platform's binding takes it. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  attachments?: { disposition: 'attachment'; filename: string; type: string; content: string }[];
  headers?: Record<string, string>;
}
