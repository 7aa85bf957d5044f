/** Signing in and out, the password, and where the person is signed in. */
import { text } from '../../fields.ts';
import * as resources from '../resources.ts';
import * as shape from '../shapes.ts';
import { email, knownPassword, password, route } from './route.ts';

const token = () => text(20, 200).about('The part of the link after `#`.');

export const sessionRoutes = {
  getWelcome: route({
    method: 'GET',
    path: '/api/welcome',
    access: 'anyone',
    summary: 'What the sign-in page needs to know',
    answer: resources.welcome,
  }),
  signInWithLink: route({
    method: 'POST',
    path: '/api/session/link',
    access: 'anyone',
    summary: 'Sign in with the token of a sign-in link or an invitation; it works once',
    body: { token: token().required() },
    alsoRefuses: ['LinkOver', 'RateLimited'],
    answer: resources.person,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/session',
    access: 'anyone',
    summary: 'Sign in with email and password',
    body: { email: email().required(), password: knownPassword().required() },
    alsoRefuses: ['RateLimited'],
    answer: resources.person,
  }),
  signUp: route({
    method: 'POST',
    path: '/api/sign-up',
    access: 'anyone',
    summary: 'Make a person and an account, where the operator allows it',
    body: { email: email().required(), password: password().required() },
    alsoRefuses: ['Conflict', 'RateLimited'],
    answer: resources.person,
  }),
  getMe: route({
    method: 'GET',
    path: '/api/session',
    access: 'person',
    summary: 'Who is signed in',
    answer: resources.person,
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/session',
    access: 'person',
    summary: 'Sign out of this session',
    answer: null,
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/sessions',
    access: 'person',
    summary: 'Where the person is signed in',
    answer: shape.list(resources.session),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/sessions/{id}',
    access: 'person',
    summary: 'Sign out of one session',
    answer: null,
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/api/sessions',
    access: 'person',
    summary: 'Sign out everywhere, here too',
    answer: null,
  }),
  setPassword: route({
    method: 'PUT',
    path: '/api/password',
    access: 'person',
    summary: 'Set the password; `current` is needed unless there is none or the session began with a link just now',
    body: { password: password().required(), current: knownPassword() },
    alsoRefuses: ['RateLimited'],
    answer: null,
  }),
} as const;
