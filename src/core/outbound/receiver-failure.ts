const sentences = {
  url: 'The address is not an https address that may be called.',
  refused_address: 'The address is not public.',
  name_not_found: 'The name of the host has no address.',
  connection: 'The connection failed or broke.',
  tls: 'No trusted TLS connection came about.',
  invalid_answer: 'The answer was not HTTP.',
  timeout: 'There was no whole answer in time.',
}

/** Why there is no answer from a receiver. */
export type FailureReason = keyof typeof sentences

/** A receiver did not answer. Reason and message are safe to show: they tell nothing of what stands behind our walls. */
export class ReceiverFailure extends Error {
  override readonly name = 'ReceiverFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, cause?: unknown) {
    super(sentences[reason], { cause })
    this.reason = reason
  }
}
