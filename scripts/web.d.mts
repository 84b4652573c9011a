export declare function buildWeb(options?: { isForced?: boolean }): Promise<void>
