import { z } from 'zod';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  detailSchema,
  forgottenPasswordSchema,
  passwordResetSchema,
  registeredSchema,
  registrationSchema,
  userExistsParams,
  userExistsSchema,
  verifyEmailSchema,
} from './registration.ts';
import { sessionSchema } from './session.ts';
import {
  openSessionSchema,
  passwordChangedSchema,
  passwordChangeSchema,
  userChangeSchema,
  userSchema,
} from './user.ts';

const text = z.string();

export const accountEndpoints = {
  register: {
    method: 'POST',
    path: '/api/v1/registration/',
    summary: 'Sign up; answers 202 without a session where addresses are verified first',
    tag: 'accounts',
    status: 201,
    body: registrationSchema,
    answer: registeredSchema,
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/v1/verify-email/',
    summary:
      'Follow a mailed link that verifies an address, with the password of a sign-up; it signs in and works once',
    tag: 'accounts',
    status: 200,
    body: verifyEmailSchema,
    answer: sessionSchema,
  },
  userExists: {
    method: 'GET',
    path: '/api/v1/user-exists/:value/',
    summary: 'Whether an address has an account; only for owners and managers of a project',
    tag: 'accounts',
    status: 200,
    params: userExistsParams,
    answer: userExistsSchema,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/v1/forgot-password/',
    summary:
      'Send a link by e-mail that sets a new password; the response never reveals whether the address has an account',
    tag: 'accounts',
    status: 200,
    body: forgottenPasswordSchema,
    answer: detailSchema,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/v1/reset-password/',
    summary: 'Set a new password with a mailed link; every session of the person ends',
    tag: 'accounts',
    status: 200,
    body: passwordResetSchema,
    answer: detailSchema,
  },
  changeUser: {
    method: 'PATCH',
    path: '/api/v1/user/:id/',
    summary: 'Change yourself; with a picture as multipart/form-data',
    tag: 'accounts',
    status: 200,
    params: byId,
    body: userChangeSchema,
    answer: userSchema,
  },
  updatePassword: {
    method: 'PUT',
    path: '/api/v1/update-password/:id/',
    summary:
      'Change your password; every other session ends, and the response contains a new token',
    tag: 'accounts',
    status: 200,
    params: byId,
    body: passwordChangeSchema,
    answer: passwordChangedSchema,
  },
  listSessions: {
    method: 'GET',
    path: '/api/v1/sessions/',
    summary: 'List your sessions, latest used first',
    tag: 'accounts',
    status: 200,
    answer: z.array(openSessionSchema),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/sessions/:id/',
    summary: 'End another session, or this one',
    tag: 'accounts',
    status: 200,
    params: byId,
    answer: text,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/v1/sessions/',
    summary: 'End all other sessions',
    tag: 'accounts',
    status: 200,
    answer: text,
  },
} as const satisfies Record<string, Endpoint>;
