import type { Logger } from 'pino'
import type { TraceSettings } from '../../config.ts'

/** Attributes of a span, by the semantic conventions of OpenTelemetry: no personal data, no values of statements, no secrets. */
type SpanAttributes = Record<string, string | number | boolean>

export interface SpanDescription {
  name: string
  /** Part of the process unless said. */
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
}

export interface Span {
  set(attributes: SpanAttributes): void
  /** Marks the span as failed; `type` is a code, never a message. */
  fail(type: string): void
  end(): void
}

/** What records spans; open-telemetry.ts has the one that there is. */
export interface Tracer {
  /** A span of its own trace, or of the trace that `traceparent` names (W3C Trace Context). */
  startTrace(description: SpanDescription, traceparent?: unknown): Span
  /** A span below the active one; undefined where there is none, or where it is not sampled. */
  startSpan(describe: () => SpanDescription): Span | undefined
  /** Runs work with the span as the active one. */
  within<T>(span: Span, work: () => T): T
  /** The active span as `traceparent`. */
  traceparent(): string | undefined
  /** Sends what was recorded, for a few seconds at most. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined

/** Records spans from now on, where settings are given; the packages are loaded only then. Answers what ends it. */
export async function startTracing(settings: TraceSettings | null, log: Logger): Promise<() => Promise<void>> {
  if (!settings) return async () => {}
  const { createTracer } = await import('./open-telemetry.ts')
  const started = createTracer(settings, log)
  tracer = started
  return async () => {
    if (tracer === started) tracer = undefined
    await started.stop()
  }
}

/** What records spans; undefined while tracing is off. */
export const activeTracer = (): Tracer | undefined => tracer

/** Runs work in a span below the active one; just runs it where there is none. */
export function traceSpan<T>(describe: () => SpanDescription, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = tracer?.startSpan(describe)
  return tracer && span ? settled(tracer, span, work) : work()
}

/** Runs work in a span that begins a trace, or goes on with the one that `traceparent` names. */
export function traceRootSpan<T>(
  describe: () => SpanDescription,
  traceparent: unknown,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  return tracer ? settled(tracer, tracer.startTrace(describe(), traceparent), work) : work()
}

/** Carries the active span to a job or a receiver; empty where there is none. */
export function getTraceHeaders(): { traceparent?: string } {
  const traceparent = tracer?.traceparent()
  return traceparent === undefined ? {} : { traceparent }
}

async function settled<T>(by: Tracer, span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await by.within(span, () => work(span))
  } catch (error) {
    const { status } = (error ?? {}) as { status?: unknown }
    // A request that is refused is no failure of the service.
    if (typeof status === 'number' && status < 500) span.set({ 'error.type': typeOf(error) })
    else span.fail(typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** What failed, by its code or its class: messages repeat what was sent. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const type = String(code ?? name ?? 'Error')
  return /^\w{1,60}$/.test(type) ? type : 'Error'
}
