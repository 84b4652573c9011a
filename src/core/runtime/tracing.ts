import type { Logger } from 'pino'
import type { TraceSettings } from '../../config.ts'

/** Attributes by OpenTelemetry's semantic conventions, without personal data, statement values or secrets. */
type SpanAttributes = Record<string, string | number | boolean>

export interface SpanDescription {
  name: string
  /** Internal by default. */
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
}

export interface Span {
  set(attributes: SpanAttributes): void
  /** `type` is a code, never a message. */
  fail(type: string): void
  end(): void
}

/** Implemented in open-telemetry.ts. */
export interface Tracer {
  /** Starts a trace, or continues the one of `traceparent` (W3C Trace Context). */
  startTrace(description: SpanDescription, traceparent?: unknown): Span
  /** Undefined without an active, sampled span. */
  startSpan(describe: () => SpanDescription): Span | undefined
  within<T>(span: Span, work: () => T): T
  traceparent(): string | undefined
  /** Exports the remaining spans within a few seconds. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined

/** Starts tracing if configured, and loads its packages only then. Returns a function that stops it. */
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

export const activeTracer = (): Tracer | undefined => tracer

/** Runs work in a child span if there is an active one. */
export function traceSpan<T>(describe: () => SpanDescription, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = tracer?.startSpan(describe)
  return tracer && span ? settled(tracer, span, work) : work()
}

/** Runs work in a new trace, or continues the one of `traceparent`. */
export function traceRootSpan<T>(
  describe: () => SpanDescription,
  traceparent: unknown,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  return tracer ? settled(tracer, tracer.startTrace(describe(), traceparent), work) : work()
}

/** For jobs and webhook receivers. */
export function getTraceHeaders(): { traceparent?: string } {
  const traceparent = tracer?.traceparent()
  return traceparent === undefined ? {} : { traceparent }
}

async function settled<T>(by: Tracer, span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await by.within(span, () => work(span))
  } catch (error) {
    const { status } = (error ?? {}) as { status?: unknown }
    // A rejected request is no failure of the service.
    if (typeof status === 'number' && status < 500) span.set({ 'error.type': typeOf(error) })
    else span.fail(typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Code or class, because messages may contain data. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const type = String(code ?? name ?? 'Error')
  return /^\w{1,60}$/.test(type) ? type : 'Error'
}
