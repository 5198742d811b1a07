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
      'Follow a mailed link that verifies an address, with the password of a sign-up; it signs in, once',
    tag: 'accounts',
    status: 200,
    body: verifyEmailSchema,
    answer: sessionSchema,
  },
  userExists: {
    method: 'GET',
    path: '/api/v1/user-exists/:value/',
    summary: 'Whether an address has an account; told to owners and managers of a project alone',
    tag: 'accounts',
    status: 200,
    params: userExistsParams,
    answer: userExistsSchema,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/v1/forgot-password/',
    summary: 'Have a link mailed that sets a new password; the answer is the same for everybody',
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
    summary: 'Change your password; every other session ends, and the answer holds a new token',
    tag: 'accounts',
    status: 200,
    params: byId,
    body: passwordChangeSchema,
    answer: passwordChangedSchema,
  },
  listSessions: {
    method: 'GET',
    path: '/api/v1/sessions/',
    summary: 'List where you are signed in, the latest used first',
    tag: 'accounts',
    status: 200,
    answer: z.array(openSessionSchema),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/sessions/:id/',
    summary: 'Sign out somewhere else, or here',
    tag: 'accounts',
    status: 200,
    params: byId,
    answer: text,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/v1/sessions/',
    summary: 'Sign out everywhere else',
    tag: 'accounts',
    status: 200,
    answer: text,
  },
} as const satisfies Record<string, Endpoint>;
