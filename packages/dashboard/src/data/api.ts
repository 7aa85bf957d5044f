/** The service, as the pages call it: the session's cookie says who is asking. */
import { createAccountApi } from '@afterimage/client';
import { apiRoutes } from '@afterimage/contract/api';

export const api = createAccountApi(apiRoutes, { fetch: window.fetch.bind(window) });
