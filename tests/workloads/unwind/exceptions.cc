// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * C++, see truth.h: exceptions through several frames, with destructors on the way and work in
 * handlers; lambdas, called directly, by std::function and by an algorithm; virtual functions.
 */
#include <algorithm>
#include <functional>
#include <vector>

#include "truth.h"

extern "C" {

FN void destructor_leaf(int n)
{
	spin(n);
}

FN void handler_leaf(int n)
{
	spin(n);
}

FN void throws(int n)
{
	spin(n);
	throw n;
}
}

namespace
{
struct Guard {
	FN ~Guard()
	{
		destructor_leaf(SPIN);
		RETURNS();
	}
};
} // namespace

extern "C" {

FN void passes(int n)
{
	Guard guard;
	throws(n);
	RETURNS();
}

FN void catches(void)
{
	try {
		passes(SPIN);
	} catch (int n) {
		handler_leaf(n);
		RETURNS();
	}
}

/* Without work of its own: the time goes to the unwinder of the C++ library. */
FN void throws_at_once(int n)
{
	throw n;
}

FN void catches_at_once(void)
{
	for (int i = 0; i < 5; i++)
		try {
			throws_at_once(i);
			RETURNS();
		} catch (int) {
		}
}

FN void lambda_leaf(int n)
{
	spin(n);
}

FN void calls_lambda(void)
{
	int n = SPIN;
	auto work = [&n](int more) __attribute__((noinline)) {
		lambda_leaf(n + more);
		RETURNS();
	};
	work(1);
	RETURNS();
}

FN void apply(const std::function<void(int)> &function)
{
	function(SPIN);
	RETURNS();
}

FN void calls_function(void)
{
	int more = 3;
	apply([more](int n) {
		lambda_leaf(n + more);
		RETURNS();
	});
	RETURNS();
}

FN void sorts(void)
{
	std::vector<int> values(32);
	for (int i = 0; i < 32; i++)
		values[(size_t)i] = i * 7 % 32;
	std::sort(values.begin(), values.end(), [](int a, int b) __attribute__((noinline)) {
		lambda_leaf(SPIN / 100);
		RETURNS();
		return a < b;
	});
	RETURNS();
}
}

struct Base {
	virtual void run(int n) = 0;
	virtual ~Base() = default;
};

struct Derived : Base {
	FN void run(int n) override
	{
		lambda_leaf(n);
		RETURNS();
	}
};

extern "C" FN void calls_virtual(void)
{
	static Derived derived;
	static Base *volatile base = &derived;
	base->run(SPIN);
	RETURNS();
}

static const char *const lines[] = {
	"stack throws;passes;catches;main;-;_start",
	"stack destructor_leaf;-;passes;catches;main;-;_start",
	"stack handler_leaf;catches;main;-;_start",
	"stack lambda_leaf;-;calls_lambda;main;-;_start",
	"stack lambda_leaf;-;apply;calls_function;main;-;_start",
	"stack lambda_leaf;-;sorts;main;-;_start",
	"stack lambda_leaf;Derived::run;calls_virtual;main;-;_start",
	"stack -;throws_at_once;catches_at_once;main;-;_start",
	/* When the unwinder has found the handler, it puts the handler's registers where it saved its own. */
	"torn -;catches_at_once",
	"torn -;catches",
	"torn -;passes",
	"also -",
};

static void (*const phases[])(void) = {
	catches, catches_at_once, calls_lambda, calls_function, sorts, calls_virtual,
};

int main(int argc, char **argv)
{
	RUN(lines, phases);
	return 0;
}
