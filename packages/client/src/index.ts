/** The typed client. A shell for now: the service comes first. */
export {};
