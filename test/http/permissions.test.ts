import { describeAuth } from '../support/auth';

describeAuth();
