export declare function encodeCases(): string
