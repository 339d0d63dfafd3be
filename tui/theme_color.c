#include "theme.h"

#include <math.h>

enum { DIRECT = 1 << 24 };

/* xterm's sixteen; terminals differ in them, but not so much that another one would be nearer. */
static const uint32_t basic[16] = {
	0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
	0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
};

struct lab {
	double l, a, b;
};

static double linear(uint32_t rgb, int shift)
{
	double c = (rgb >> shift & 0xFF) / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static struct lab lab_of(uint32_t rgb)
{
	double r = linear(rgb, 16), g = linear(rgb, 8), b = linear(rgb, 0);
	double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

	return (struct lab){
		0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
		1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
		0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
	};
}

static double lab_distance(struct lab p, struct lab q)
{
	return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

double theme_distance(uint32_t a, uint32_t b)
{
	return lab_distance(lab_of(a), lab_of(b));
}

static double luminance(uint32_t rgb)
{
	return 0.2126 * linear(rgb, 16) + 0.7152 * linear(rgb, 8) + 0.0722 * linear(rgb, 0);
}

double theme_contrast(uint32_t a, uint32_t b)
{
	double p = luminance(a), q = luminance(b);

	return p > q ? (p + 0.05) / (q + 0.05) : (q + 0.05) / (p + 0.05);
}

uint32_t theme_color_rgb(int index)
{
	static const uint8_t levels[6] = {0, 95, 135, 175, 215, 255};

	if (index < 0 || index > 255)
		return 0;
	if (index < 16)
		return basic[index];
	if (index >= 232)
		return (uint32_t)(8 + 10 * (index - 232)) * 0x010101;
	index -= 16;
	return (uint32_t)levels[index / 36] << 16 | (uint32_t)levels[index / 6 % 6] << 8 | levels[index % 6];
}

static double chroma(struct lab p)
{
	return sqrt(p.a * p.a + p.b * p.b);
}

/* With few colours the nearest one may be of quite another hue, and then says something else: green is no red, and grey
 * is none of the two. What has no counterpart is drawn without hue. Returns a distance to add, or infinity. */
static double hue_penalty(struct lab wanted, struct lab candidate)
{
	const double grey = 0.06, turn = 0.64; /* cosine of about 50 degrees */
	double p = chroma(wanted), q = chroma(candidate);

	if (q < grey)
		return p < grey ? 0 : 0.25;
	if (p < grey || (wanted.a * candidate.a + wanted.b * candidate.b) / (p * q) < turn)
		return HUGE_VAL;
	return 0;
}

/* Among the terminal's colours, the nearest one with at least that contrast to `back`; when none has it, that with
 * the most. With 256 colours the first sixteen are left out: people set them to their own taste. */
static int nearest(uint32_t rgb, int colors, const uint32_t *back, double contrast)
{
	int first = colors >= 256 ? 16 : 0, last = colors >= 256 ? 256 : colors >= 16 ? 16 : 8;
	int best = -1, clearest = first;
	double best_distance = HUGE_VAL, most = 0;
	struct lab wanted = lab_of(rgb);

	for (int i = first; i < last; i++) {
		uint32_t candidate = theme_color_rgb(i);
		double distance = lab_distance(wanted, lab_of(candidate))
			+ (colors < 256 ? hue_penalty(wanted, lab_of(candidate)) : 0);
		double clear = back ? theme_contrast(candidate, *back) : contrast;

		if (clear >= contrast && distance < best_distance) {
			best = i;
			best_distance = distance;
		}
		if (clear > most) {
			most = clear;
			clearest = i;
		}
	}
	return best < 0 ? clearest : best;
}

int theme_color_index(uint32_t rgb, int colors)
{
	if (colors < 8)
		return -1;
	/* Terminals with direct colour take the numbers below 8 for the palette's. */
	if (colors >= DIRECT)
		return (rgb & 0xFFFFFF) < 8 ? 0 : (int)(rgb & 0xFFFFFF);
	return nearest(rgb, colors, NULL, 0);
}

int theme_color_index_on(uint32_t rgb, uint32_t on, int back, int colors)
{
	uint32_t ground;
	double contrast = theme_contrast(rgb, on);

	if (colors < 8 || colors >= DIRECT || back < 0)
		return theme_color_index(rgb, colors);
	ground = theme_color_rgb(back);
	/* Mapped colours can't all be as clear as the theme's: readable is enough. */
	return nearest(rgb, colors, &ground, contrast < 4.5 ? contrast : 4.5);
}
