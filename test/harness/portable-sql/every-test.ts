import { afterAll, afterEach } from 'vitest'
import { assertPortable } from './heard.ts'

// Every statement that a test has the service send passes the rules, and the test fails where one does not.
afterEach(assertPortable)
afterAll(assertPortable)
